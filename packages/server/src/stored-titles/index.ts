export { damageOf, dropUnnamedMarks, isDamaged, markStored, trailerFolder } from './damage.ts'
export { toDraft } from './draft.ts'
export {
  assertPublishable,
  assertUnpublishable,
  publishIfWanted,
  publishTitle,
  readAudience,
  unpublishTitle,
  wantsToPublish,
} from './publishing.ts'
export { titleNotFound, wrongState } from './refusals.ts'
export {
  changeTitle,
  changeTitles,
  findByExternalId,
  insertTitle,
  lockTitle,
  moveTitle,
  type Owner,
  overlaps,
  readTitle,
  readTitles,
  type StoredTitle,
  type TitleChange,
  type TitleMove,
  titleColumns,
} from './rows.ts'
export { inScope, ofEvents, ofOwner } from './scope-condition.ts'
export { toTrailer, trailerStateOf } from './trailer.ts'
export { assertCurrentTitle, isEdit, recordRemoval, recordTitle, writeTitle } from './writes.ts'
