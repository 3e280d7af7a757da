export { listChannels } from './rows.ts'
