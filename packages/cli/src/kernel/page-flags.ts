/** The other way to name a page (CONST-36): flags have one way, `kinora api` takes both. */
export const rowsOfPage: readonly string[] = ['from', 'to', 'count']
