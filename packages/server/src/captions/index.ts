export { readCaptions, toCaption } from './rows.ts'
