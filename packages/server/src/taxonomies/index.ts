export { equipmentRows, focusAreaRows, labelRows } from './rows.ts'
