"""What page, server and simulation processes say to each other: messages, replies and binary packets."""
