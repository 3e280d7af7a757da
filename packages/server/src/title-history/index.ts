export { readFormer, toChange } from './rows.ts'
