export { readFormer } from './rows.ts'
export { toChange } from './view.ts'
