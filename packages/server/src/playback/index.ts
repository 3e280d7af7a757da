export {
  addToDays,
  anonymiseViewer,
  findSitePlays,
  insertRecords,
  insertSitePlays,
  type NewRecord,
  playText,
} from './plays.ts'
