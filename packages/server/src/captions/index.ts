export { readCaptionSize, readCaptions, toCaption } from './rows.ts'
