import type { ReactNode } from 'react'
import { memoryStore } from '../../adapters/storage.ts'
import { createKinora, type Kinora } from '../../kernel/kinora.ts'
import { renderWith } from '../../testing/platform.tsx'
import type { RootProps } from '../../ui/frame/root.tsx'
import type { Fixture } from './fixture-platform.ts'

export * from './fixture-platform.ts'
export * from './fixtures.ts'

/** Renders signed in, as a host does, against a fixture. */
export async function renderSignedIn(fixture: Fixture, content: ReactNode, root: RootProps = {}) {
  const kinora: Kinora = createKinora({
    fetch: fixture.fetch,
    getToken: () => 'token',
    store: memoryStore(),
  })
  await kinora.session.start()
  return { screen: await renderWith(kinora, content, root), kinora }
}
