export { isRichTextAllowed, listTenants, readLanguages } from './rows.ts'
