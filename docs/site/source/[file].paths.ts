import { shownFiles } from './files.ts'

/** A page for each file beside `docs/` that a page links to. */
export default { paths: shownFiles }
