export { categoryRows, hiddenOnSite, isHidden, listCategories } from './rows.ts'
