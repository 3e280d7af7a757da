export { listCategories } from './rows.ts'
