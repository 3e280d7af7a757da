export {
  deletedProviderRows,
  findProvider,
  isDeletedSince,
  isLike,
  isNotDeleted,
  isOfTenant,
  listProviders,
  providerRows,
  type StoredProvider,
} from './rows.ts'
