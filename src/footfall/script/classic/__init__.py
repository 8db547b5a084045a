"""The classic dialect: ``.s`` and ``.t`` files of the published language, read as their original reads them."""
