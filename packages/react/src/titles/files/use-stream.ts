import { isKinoraError, type Title, titles } from '@kinora/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { attachStream } from '../../adapters/stream.ts'
import { useKinora } from '../../kernel/provider.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

export type StreamState =
  | { kind: 'idle' }
  | { kind: 'opening' }
  | { kind: 'playing' }
  | { kind: 'failed'; words: string }

/** Milliseconds; a fresh link that fails sooner than this isn't merely expired. */
const FRESH = 10_000

/** TITLE-33, API-23: asks for a signed link when playing begins, and for a new one when it has expired. */
export function useStream(title: Pick<Title, 'tag' | 'tenantId' | 'providerID'>) {
  const { session, baseUrl } = useKinora()
  const texts = useTitleEditorTexts()
  const video = useRef<HTMLVideoElement>(null)
  const detach = useRef<() => void>(undefined)
  const openedAt = useRef(0)
  const [state, setState] = useState<StreamState>({ kind: 'idle' })
  const tenant = title.tenantId ?? title.providerID ?? ''
  const { tag } = title

  const fail = useCallback(
    (error?: unknown) => {
      detach.current?.()
      detach.current = undefined
      const missing = error === undefined || (isKinoraError(error) && [400, 404].includes(error.status))
      setState({
        kind: 'failed',
        words: missing ? texts.text('title.streamMissing') : texts.error(error),
      })
    },
    [texts],
  )
  const open = useCallback(
    async (position = 0): Promise<void> => {
      setState(before => (before.kind === 'playing' ? before : { kind: 'opening' }))
      openedAt.current = Date.now()
      try {
        const { streamingLink } = await session.send(titles.streamingLink, { tenant, tag })
        const element = video.current
        if (element === null) return
        detach.current?.()
        detach.current = await attachStream(element, new URL(streamingLink, baseUrl || location.href).href, {
          position,
          onFailed: fail,
          onExpired: () => {
            if (Date.now() - openedAt.current < FRESH) fail()
            else void open(element.currentTime)
          },
        })
        setState({ kind: 'playing' })
        await element.play().catch(() => undefined)
      } catch (error) {
        fail(error)
      }
    },
    [session, baseUrl, tenant, tag, fail],
  )
  useEffect(() => () => detach.current?.(), [])
  return { video, state, open }
}
