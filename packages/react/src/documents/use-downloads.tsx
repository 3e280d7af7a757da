import { type Document, downloadDocument, isKinoraError, toMegabytes } from '@kinora/core'
import { useCallback, useRef, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import { useKinora } from '../kernel/provider.tsx'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { useDocumentTexts } from './texts.ts'

/** A document on its way. */
interface Download {
  documentId: string
  name: string
  /** Bytes that are there, and bytes in all. */
  done: number
  total: number
  /** While the connection is gone. */
  waiting: boolean
}

interface Downloads {
  running: readonly Download[]
  /** One that is on its way already isn’t begun twice. */
  start(row: Document): void
  stop(documentId: string): void
}

/** Downloads that resume where a connection broke, each with its progress in words (DOC-06). */
export function useDownloads(tenantId: string): Downloads {
  const { session } = useKinora()
  const { text, error: textOf } = useDocumentTexts()
  const toasts = useToasts()
  const [running, setRunning] = useState<readonly Download[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  const put = useCallback(
    (download: Download) =>
      setRunning(all => all.map(each => (each.documentId === download.documentId ? download : each))),
    [],
  )
  const load = async ({ documentId, documentName: name, size }: Document, signal: AbortSignal) => {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const toast = toasts.show({ text: text('success.downloadingFile') })
    try {
      await downloadDocument(session.send, {
        tenantId,
        documentId,
        signal,
        sleep,
        sink: {
          write: piece => void pieces.push(piece.slice()),
          restart: () => void pieces.splice(0),
        },
        onProgress: ({ done, total, waiting }) =>
          put({ documentId, name, done, total: total || size, waiting }),
      })
      const body = new Blob(pieces, { type: 'application/pdf' })
      await saveFile({ body, contentType: 'application/pdf' }, name)
      toasts.show({ text: text('success.downloadComplete'), tone: 'positive' })
    } catch (error) {
      if (!isKinoraError(error) || error.code !== 'aborted')
        toasts.show({ text: textOf(error), tone: 'negative' })
    } finally {
      toasts.dismiss(toast)
      controllers.current.delete(documentId)
      setRunning(all => all.filter(each => each.documentId !== documentId))
    }
  }
  const latest = useRef(load)
  latest.current = load
  return {
    running,
    start: useCallback((row: Document) => {
      const { documentId, documentName: name, size: total } = row
      if (controllers.current.has(documentId)) return
      const controller = new AbortController()
      controllers.current.set(documentId, controller)
      setRunning(all => [...all, { documentId, name, done: 0, total, waiting: false }])
      void latest.current(row, controller.signal)
    }, []),
    stop: useCallback((documentId: string) => controllers.current.get(documentId)?.abort(), []),
  }
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })

/** DOC-06, VAL-27: what is on its way, how far it is, and the way to stop it. */
export function DownloadBars({ downloads: { running, stop } }: { downloads: Downloads }) {
  const { text, locale } = useDocumentTexts()
  if (running.length === 0) return null
  return (
    <ul className="kn-documents-running">
      {running.map(({ documentId, name, done, total, waiting }) => (
        <li key={documentId} className="kn-documents-load">
          <ProgressBar
            label={waiting ? text('ui.documents.waiting') : text('ui.documents.downloadOf', { name })}
            tone={waiting ? 'warning' : 'accent'}
            value={total > 0 ? done / total : undefined}
            detail={text('ui.partOf', { part: toMegabytes(done, locale), size: toMegabytes(total, locale) })}
          />
          <Button size="compact" onClick={() => stop(documentId)}>
            {text('ui.stop')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
