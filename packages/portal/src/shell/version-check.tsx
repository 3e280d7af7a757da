import { compareVersions, session as endpoints, onManifest } from '@kinora/core'
import { useKinora, useTexts, useToasts } from '@kinora/react'
import { useEffect, useRef } from 'react'

/** Milliseconds between the alert and the reload, and between polls of what is in its way. */
const RELOAD_DELAY = 3000

const sending: ReadonlySet<string> = new Set(['waiting', 'starting', 'uploading', 'retrying'])

/** SESS-01 to SESS-05: a newer version than the stored one is announced, then the page reloads, once nothing is lost by it. */
export function VersionCheck() {
  const { session, store, uploads } = useKinora()
  const { text } = useTexts()
  const toasts = useToasts()
  // Texts come anew once those of the server are there, and ask for no second look.
  const latest = useRef({ text, toasts })
  latest.current = { text, toasts }
  useEffect(() => {
    const isInTheWay = () =>
      uploads.getSnapshot().items.some(({ state }) => sending.has(state.kind)) ||
      hasUnsavedChanges() ||
      isAsking()
    const reload = (isNotified: boolean) => {
      if (isSigningIn()) return void setTimeout(reload, RELOAD_DELAY, isNotified)
      if (!isInTheWay()) return window.location.reload()
      const { text, toasts } = latest.current
      if (!isNotified) toasts.show({ text: text('session.reloadWaits'), tone: 'info', sticky: true })
      setTimeout(reload, RELOAD_DELAY, true)
    }
    session
      .send(endpoints.manifest, {})
      .then(manifest => {
        if (onManifest(store, manifest.version, compareVersions) === 'nothing') return
        const { text, toasts } = latest.current
        toasts.show({ text: text('session.newVersion'), tone: 'info' })
        setTimeout(reload, RELOAD_DELAY, false)
      })
      .catch(() => undefined)
  }, [session, store, uploads])
  return null
}

/** A dialog holds what somebody has begun to fill in or decide. */
const isAsking = (): boolean =>
  document.querySelector('[role=dialog][data-open], [role=alertdialog][data-open]') !== null

/** Somebody writes an email or a password: it would have to be written again. */
const isSigningIn = (): boolean => {
  const { activeElement } = document
  return (
    activeElement instanceof HTMLInputElement &&
    activeElement.matches('[autocomplete=username], [type=password]') &&
    activeElement.value !== ''
  )
}

/** Asks as the browser does before a page goes: who would lose something prevents it. */
const hasUnsavedChanges = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
