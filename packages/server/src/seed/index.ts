import type { Deps } from '../deps.ts'
import type { FilesPort } from '../ports/files.ts'
import { seedMembers, seedOpinions, seedPlays } from './audience.ts'
import { seedBatches } from './batches.ts'
import { seedDocuments } from './documents.ts'
import { seedEvents } from './events.ts'
import { isUnseeded, seedAdministrator, seedChannelImages, seedFoundation } from './foundation.ts'
import {
  seedCollections,
  seedSite,
  seedSubscriptions,
  seedTerms,
  seedWebhook,
  seedWebSettings,
} from './site.ts'
import { seedTitles } from './titles.ts'
import { seedViews } from './views.ts'

export { runDemoMedia } from './clips.ts'

export interface SeedOptions {
  /** Nothing but one administrator. */
  empty: boolean
  password: string
  /** Covers and clips of the demo. */
  assets: FilesPort
}

type Needs = Pick<Deps, 'db' | 'passwords' | 'secrets' | 'blobs' | 'probe' | 'clock'>

/** Fills a new database, once; says whether it did. */
export async function seed(deps: Needs, { empty, password, assets }: SeedOptions): Promise<boolean> {
  if (!(await isUnseeded(deps.db))) return false
  if (empty) {
    await seedAdministrator(deps, password)
    return true
  }
  await seedFoundation(deps, password)
  await seedChannelImages(deps, assets)
  await seedTitles(deps, assets)
  await seedOpinions(deps)
  await seedCollections(deps)
  await seedDocuments(deps)
  await seedSubscriptions(deps, assets)
  await seedBatches(deps)
  await seedMembers(deps)
  await seedTerms(deps)
  await seedSite(deps, assets)
  await seedWebSettings(deps)
  await seedWebhook(deps)
  await seedEvents(deps, assets)
  await seedPlays(deps)
  await seedViews(deps)
  return true
}
