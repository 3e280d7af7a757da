export {
  deletedProviderRows,
  findProvider,
  isDeletedSince,
  isLike,
  isOfTenant,
  listProviders,
  providerRows,
  type StoredProvider,
} from './rows.ts'
