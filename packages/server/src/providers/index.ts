export { listProviders } from './rows.ts'
