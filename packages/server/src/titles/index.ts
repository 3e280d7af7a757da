export { chosenBy } from './filter.ts'
export { cancelContent, encodeTrailer, encodeVideo } from './processing.ts'
export { checkReferences, readOwner } from './references.ts'
export { createTitle, planSave, saveTitle, softDeleteTitles } from './saving.ts'
export { searchPublished } from './search.ts'
export {
  isThere,
  openStream,
  plays,
  type SiteLinkDeps,
  siteStreamingLink,
  siteStreamOf,
  streamingLink,
} from './streaming-link.ts'
export { createNames, findClasses, findClassRows, toSingle, toTitlePage } from './view.ts'
