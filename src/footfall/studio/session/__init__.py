"""The session: the text that is edited, the processes that simulate it, and the pages that show both."""
