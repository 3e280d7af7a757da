import { toToastDuration } from '@kinora/core'
import type { ReactNode } from 'react'
import { commands } from 'vitest/browser'
import { memoryStore } from '../adapters/storage.ts'
import { createKinora, type Kinora, type KinoraOptions } from '../kernel/kinora.ts'
import { KinoraProvider } from '../kernel/provider.tsx'
import type { RootProps } from '../ui/frame/root.tsx'
import { ToastProvider } from '../ui/overlay/toast.tsx'
import { renderInRoot } from '../ui/testing.tsx'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Starts the platform where it doesn't run yet; returns its address. */
    platform(origin: string): Promise<string>
  }
}

export const password = 'Kinora-demo-1'
export type Account = 'admin' | 'provider' | 'tenant' | 'support'

/** The real platform with its demo. */
export const platformUrl = (): Promise<string> => commands.platform(location.origin)

/** A Kinora with a store of its own on the real platform; nobody is signed in. */
export async function kinoraHere(options: KinoraOptions = {}): Promise<Kinora> {
  const kinora = createKinora({
    baseUrl: await platformUrl(),
    // A machine under load is no verdict on a list.
    timeout: 0,
    store: memoryStore(),
    tabStore: memoryStore(),
    name: `test-${crypto.randomUUID()}`,
    ...options,
  })
  opened.push(kinora)
  await kinora.session.start()
  return kinora
}

const opened: Kinora[] = []

/** Ends what the Kinoras of a file have under way: its uploads, and the answers that it waits for. */
export async function closeKinoras(): Promise<void> {
  const ended = opened.splice(0)
  await Promise.allSettled(ended.map(({ uploads }) => uploads.dispose()))
  for (const { queries } of ended) queries.clear()
}

/** The same, signed in as one of the demo accounts. */
export async function kinoraAs(account: Account, options: KinoraOptions = {}): Promise<Kinora> {
  const kinora = await kinoraHere(options)
  await kinora.session.login({ email: `${account}@demo.kinora.test`, password })
  return kinora
}

/** Renders as a host does: Root, provider, messages. */
export function renderWith(kinora: Kinora, content: ReactNode, root: RootProps = {}) {
  return renderInRoot(
    <KinoraProvider kinora={kinora}>
      <ToastProvider label="Notifications" dismissLabel="Dismiss" duration={toToastDuration}>
        {content}
      </ToastProvider>
    </KinoraProvider>,
    root,
  )
}
