export { readNames } from './names.ts'
