/** The connection: reconnects by itself, hands on messages and packets, acknowledges poses. */

import { type FromPage, NO_TOKEN, type ToPage } from "../messages";
import { decodePacket, type Ghost, type Pose } from "./packet";

export interface Listener {
  message(message: ToPage): void;
  pose(pose: Pose): void;
  ghost(ghost: Ghost): void;
  state(state: "open" | "lost" | "shut"): void;
}

const RETRY_MS = [200, 500, 1000, 2000];

export class Connection {
  private socket: WebSocket | null = null;
  private failures = 0;

  constructor(private readonly listener: Listener) {
    this.connect();
  }

  /** Sends a message; false while there is no connection (the caller then keeps what must not be lost). */
  send(message: FromPage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    const address = new URL("ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.search = "";
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.failures = 0;
      this.listener.state("open");
    };
    socket.onmessage = (event) => this.receive(event.data as string | ArrayBuffer);
    socket.onclose = (event) => {
      // Also then it is tried again: the link may be opened in another tab, and lets this one in too.
      this.listener.state(event.code === NO_TOKEN ? "shut" : "lost");
      const wait = RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)];
      setTimeout(() => this.connect(), wait);
    };
    this.socket = socket;
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data === "string") {
      this.listener.message(JSON.parse(data) as ToPage);
      return;
    }
    const packet = decodePacket(data);
    if (packet?.kind === "pose") this.listener.pose(packet);
    else if (packet?.kind === "ghost") this.listener.ghost(packet);
  }
}
