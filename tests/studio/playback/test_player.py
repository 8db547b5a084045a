from __future__ import annotations

import struct
from dataclasses import replace

import pytest

from footfall.errors import FootfallError
from footfall.studio.playback.player import Player
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import packets
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import GetRestorePoint, RestorePointReply, StartRun, SwapScript
from tests.studio.runs import Received, setup_of

pytestmark = pytest.mark.sim


def times(frame: object) -> tuple[float, ...]:
    """Time, newest and oldest moment of a pose frame."""
    assert isinstance(frame, bytes)
    return struct.unpack_from("<ddd", frame, 8)


def go(player: Player, seconds: float) -> None:
    for _ in range(round(seconds * 60)):
        player.display()


def test_it_begins_with_a_scene_and_a_frame(player: Player, received: Received) -> None:
    kinds = [type(x) for x in received]
    assert kinds[0] is r.Scene and kinds[-1] is bytes
    assert {r.Values, r.Transport} <= set(kinds)
    scene, frame = received[0], received[-1]
    assert isinstance(scene, r.Scene) and isinstance(frame, bytes)
    assert scene.id == struct.unpack_from("<H", frame, 2)[0] == 1
    assert struct.unpack_from("<H", frame, 42)[0] == len(scene.bodies) and frame[40] == len(scene.joints)
    assert scene.bodies[scene.trunk].part == "trunk" and scene.bodies[scene.root].parent == -1
    assert all(s.body < len(scene.bodies) for s in scene.shapes)
    assert 1.0 < scene.height < 2.2


def test_sixty_frames_a_second_of_its_clock(player: Player, received: Received) -> None:
    received.clear()
    go(player, 1.0)
    shown = received.of(bytes)
    assert len(shown) == 60
    assert times(shown[-1])[0] == pytest.approx(1.0, abs=0.02)
    assert [struct.unpack_from("<I", f, 4)[0] for f in shown] == list(range(2, 62))  # type: ignore[arg-type]
    contacts = [f[38] for f in shown]  # type: ignore[index]
    assert max(contacts) > 0


def test_slow_motion_is_slow(player: Player, received: Received) -> None:
    player.handle(m.SetSpeed(factor=0.25))
    go(player, 1.0)
    assert player.run.sim.time == pytest.approx(0.25, abs=0.01)
    player.handle(m.SetSpeed(factor=4.0))
    go(player, 0.5)
    assert player.run.sim.time == pytest.approx(2.25, abs=0.02)
    assert len(player.run.history) > 120  # frames in between are kept, to scrub through


def test_pause_step_scrub_and_play(player: Player, received: Received) -> None:
    go(player, 1.0)
    player.handle(m.Pause())
    count = len(received.of(bytes))
    go(player, 1.0)
    assert len(received.of(bytes)) == count
    at = player.run.sim.time
    player.handle(m.Step(frames=2))
    assert player.run.sim.time == pytest.approx(at + 2 / 60, abs=0.002)
    player.handle(m.Scrub(time=0.4))
    frame = received.last(bytes)
    assert isinstance(frame, bytes) and frame[1] & packets.EARLIER
    assert times(frame)[0] == pytest.approx(0.4, abs=0.02)
    player.handle(m.Step(frames=-3))
    assert times(received.last(bytes))[0] == pytest.approx(0.35, abs=0.02)
    transport = received.last(r.Transport)
    assert isinstance(transport, r.Transport) and not transport.live and not transport.playing
    player.handle(m.Play())
    player.display()
    frame = received.last(bytes)
    assert isinstance(frame, bytes) and frame[1] & packets.PLAYING and not frame[1] & packets.EARLIER


def test_branching_goes_on_from_an_earlier_moment(player: Player, received: Received) -> None:
    go(player, 2.0)
    player.handle(m.Scrub(time=0.5))
    player.handle(m.Branch(time=0.5))
    player.display()
    time, head, _ = times(received.last(bytes))
    assert time == head == pytest.approx(0.5 + 1 / 60, abs=0.02)


def test_a_swap_runs_and_gives_a_moment_for_its_ghost(player: Player, received: Received) -> None:
    go(player, 0.3)
    text = player.run.text.replace("lean = ", "lean  = ")
    player.handle(SwapScript(7, text, ghost=True, from_time=0.1))
    answer = received.last(RestorePointReply)
    assert isinstance(answer, RestorePointReply)
    assert (answer.version, answer.point.tick) == (7, player.run.tick_of(0.1))
    assert player.run.sim.programs[0].units[0].text == text
    player.display()
    frame = received.last(bytes)
    assert isinstance(frame, bytes) and struct.unpack_from("<h", frame, 34)[0] == 7


def test_another_body_in_the_script_begins_anew(player: Player, received: Received) -> None:
    go(player, 0.3)
    body = player.run.setup.body
    player.handle(SwapScript(2, player.run.text.replace(f"BODY {body}", "BODY planar17"), False, None))
    scene = received.last(r.Scene)
    assert isinstance(scene, r.Scene) and scene.body == "planar17" and scene.id == 2
    assert player.run.sim.tick == 0


def test_pushes_are_shown_while_they_act(player: Player, received: Received) -> None:
    go(player, 0.2)
    player.handle(m.Push(part="trunk", force=(80.0, 30.0, 0.0), seconds=0.1, world=True))
    player.display()
    frame = received.last(bytes)
    assert isinstance(frame, bytes) and frame[41] == 1
    assert struct.unpack_from("<3f", frame, len(frame) - 12) == (80.0, 0.0, 0.0)  # it is planar
    go(player, 0.3)
    assert received.last(bytes)[41] == 0  # type: ignore[index]


def test_a_fall_is_told_once(player: Player, received: Received) -> None:
    player.handle(m.Push(part="trunk", force=(-900.0, 0.0, 0.0), seconds=0.5))
    go(player, 2.0)
    ends = received.of(r.Ended)
    assert len(ends) == 1 and ends[0].reason == "fell"  # type: ignore[attr-defined]
    assert player.run.ragdoll  # it does not go on with its gait on the ground
    player.handle(m.Reset())
    go(player, 0.5)
    assert len(received.of(r.Ended)) == 1 and not player.run.ragdoll


@pytest.mark.parametrize(
    "message",
    [
        m.Push(part="wing", force=(1.0, 0.0, 0.0)),
        m.SetParameter(name="wings", value=1.0),
        m.SetGround(ground="lava"),
        m.SetProportions(values={"wings": 1.0}),
        m.SetProportions(values={"thighs": 15.0}),
    ],
)
def test_what_cannot_be_done_changes_nothing(player: Player, message: object) -> None:
    go(player, 0.1)
    before, scene = player.run.sim.state_hash, player.run.scene
    with pytest.raises(FootfallError):
        player.handle(message)
    assert (player.run.sim.state_hash, player.run.scene) == (before, scene)


def test_a_lost_player_goes_on_from_its_checkpoint(player: Player, received: Received) -> None:
    player.handle(m.SetParameter(name="lean", value=0.12))
    go(player, 0.5)
    saved = player.checkpoint()
    edited = player.run.text.replace("PHASE strike", "PHASE   strike")
    begin = StartRun(
        saved.point.setup, 9, saved.scene, saved.point, saved.playing, saved.speed, edited, saved.values
    )
    other = Player(begin, received.append)
    assert other.run.sim.tick == player.run.sim.tick
    assert other.run.sim.programs[0].units[0].text == edited
    assert other.run.values()["lean"] == 0.12
    assert other.run.scene > player.run.scene


def test_moments_can_be_asked_for(player: Player, received: Received) -> None:
    go(player, 0.5)
    player.handle(GetRestorePoint(4, time=0.3, since=0.0))
    answer = received.last(RestorePointReply)
    assert isinstance(answer, RestorePointReply) and answer.id == 4
    assert (answer.point.begin, answer.point.tick) == (0, player.run.tick_of(0.3))


def test_a_broken_setup_is_refused() -> None:
    from dataclasses import replace

    with pytest.raises(FootfallError):
        Player(StartRun(replace(setup_of(), body="nobody"), 1, 0), lambda _: None)


def test_the_end_is_told_in_the_words_of_the_report(received: Received) -> None:
    text = "SKILL one()\nBODY planar7\nFALL time < 0\nGOAL com.height > 9\nPHASE a\n TO end WHEN time > .1;\n"
    setup = replace(setup_of(), text=text)
    player = Player(StartRun(setup, version=1, scene=0), received.append)
    go(player, 0.5)
    ended = received.last(r.Ended)
    assert isinstance(ended, r.Ended) and ended.reason == "done"
    assert ended.text == "The skill ended at 0.10 s, goal not reached (com.height > 9)."
    assert not player.run.verdict.success
