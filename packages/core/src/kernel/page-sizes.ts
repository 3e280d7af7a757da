/** C-08: rows of an admin list unless its noun says otherwise. */
export const PAGE_SIZE = 50

/** CONST-05, C-08: as many rows a page has at most whose size a person types, into an address. */
export const TYPED_PAGE_SIZE_MAX = 500

/** CONST-01, C-08: what clients send for all rows; events alone send −1. */
export const ALL_ROWS = 99_999
