export {
  addToDays,
  anonymiseViewer,
  findSitePlays,
  insertRecords,
  insertSitePlays,
  type NewRecord,
  playText,
} from './rows.ts'
