export { toDraft } from './draft.ts'
export { publishIfWanted, publishTitle, unpublishTitle } from './publishing.ts'
export { refused, tenantNotChosen, titleNotFound, wrongState } from './refusals.ts'
export {
  changeTitle,
  changeTitles,
  findByExternalId,
  insertTitle,
  lockTitle,
  moveTitle,
  newTag,
  type Owner,
  overlaps,
  readTitle,
  readTitles,
  type StoredTitle,
  stamp,
  type TitleChange,
  type TitleMove,
  titleColumns,
} from './rows.ts'
export { inScope, ofOwner } from './scope-condition.ts'
export { toTrailer, trailerStateOf } from './trailer.ts'
