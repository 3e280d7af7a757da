import type { KeyValueStore, Messages, Session } from '@kinora/core'
import type { ServerTexts } from './server-texts.ts'

export interface ServerTextsPorts {
  session: Pick<Session, 'send'>
  messages: Pick<Messages, 'keep'>
  store: KeyValueStore
}

/** Where a browser keeps what it has last heard. */
export const TEXTS_KEY = 'kinora.texts'

/** Shows at once what this browser has last heard of the server’s texts; the script that asks for them comes when it is called. */
export function createLazyTexts(ports: ServerTextsPorts): () => Promise<ServerTexts> {
  try {
    ports.messages.keep(JSON.parse(ports.store.getItem(TEXTS_KEY) ?? '{}'))
  } catch {}
  let loading: Promise<ServerTexts> | undefined
  return () => {
    loading ??= import('./server-texts.ts').then(({ createServerTexts }) => createServerTexts(ports))
    return loading
  }
}
