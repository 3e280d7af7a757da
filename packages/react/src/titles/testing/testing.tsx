import type { ReactNode } from 'react'
import { memoryStore } from '../../adapters/storage.ts'
import { createKinora, type Kinora } from '../../kernel/kinora.ts'
import { KinoraProvider } from '../../kernel/provider.tsx'
import type { RootProps } from '../../ui/frame/root.tsx'
import { ToastProvider } from '../../ui/overlay/toast-region.tsx'
import { renderInRoot } from '../../ui/testing.tsx'
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
  const screen = await renderInRoot(
    <KinoraProvider kinora={kinora}>
      <ToastProvider label="Notifications" dismissLabel="Dismiss" duration={() => 3000}>
        {content}
      </ToastProvider>
    </KinoraProvider>,
    root,
  )
  return { screen, kinora }
}
