"""The classic dialect: ``.s`` and ``.t`` files of the published language, as its original reads them."""
