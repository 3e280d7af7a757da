export { hiddenOnSite, isHidden, listCategories } from './rows.ts'
