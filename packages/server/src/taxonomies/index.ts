export { listTaxonomy } from './rows.ts'
