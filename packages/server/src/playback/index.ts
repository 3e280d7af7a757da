export { forgetViewer } from './forget.ts'
export { addToDays, insertRecords, type NewRecord } from './rows.ts'
export { findSitePlays, insertSitePlays, playText } from './site-plays.ts'
