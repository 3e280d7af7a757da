export { nameOf, toNames } from './names.ts'
