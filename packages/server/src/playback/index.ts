export {
  addToDays,
  findSitePlays,
  forgetViewer,
  insertRecords,
  insertSitePlays,
  type NewRecord,
  playText,
} from './rows.ts'
