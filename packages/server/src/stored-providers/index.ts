export {
  deletedProviderRows,
  findProvider,
  isDeletedSince,
  isLike,
  isLiving,
  isOfTenant,
  listProviders,
  providerRows,
  type StoredProvider,
} from './rows.ts'
