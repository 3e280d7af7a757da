import type { ForeignName, PublishChannel } from '@kinora/core'

/** The names that titles show in place of ids. */
export interface TitleNames {
  category(id: string | null): string
  subCategory(id: string | null): string
  channel(tag: string | null): string
  /** A channel as publishing to it asks, with whose it is. */
  publishChannel(tag: string | null): (Omit<PublishChannel, 'foreign'> & { providerId: string }) | undefined
  /** Whose it is that a title names; null where it is the platform's, undefined where nobody knows it. */
  tenantOf(name: ForeignName): string | null | undefined
  provider(tag: string | null): { name: string; isTenantProvider: boolean } | undefined
  /** Of labels, equipment and focus areas; ids that nobody knows are left out. */
  taxonomy(ids: readonly string[]): string[]
}

/** A cache of all names, which are a few hundred and change rarely. */
export interface NamesPort {
  /** The names as they are now: the cache never lags behind the database. */
  read(): Promise<TitleNames>
}
