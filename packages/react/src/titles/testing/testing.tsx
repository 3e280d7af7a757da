import type { KeyValueStore } from '@kinora/core'
import type { ReactNode } from 'react'
import { memoryStore } from '../../adapters/storage.ts'
import { createKinora, type Kinora } from '../../kernel/kinora.ts'
import { renderWith } from '../../testing/platform.tsx'
import type { RootProps } from '../../ui/frame/root.tsx'
import type { Fixture } from './fixture-platform.ts'

export * from './fixture-platform.ts'
export * from './fixtures.ts'

/** Renders signed in, as a host does, against a fixture. */
export async function renderSignedIn(
  fixture: Fixture,
  content: ReactNode,
  root: RootProps = {},
  tabStore: KeyValueStore = memoryStore(),
) {
  const kinora: Kinora = createKinora({
    fetch: fixture.fetch,
    getToken: () => 'token',
    store: memoryStore(),
    tabStore,
    // The place of one upload at a time is the browser's: what a test leaves uploading is not to hold up the next (SESS-15).
    name: `test-${crypto.randomUUID()}`,
  })
  await kinora.session.start()
  return { screen: await renderWith(kinora, content, root), kinora }
}
