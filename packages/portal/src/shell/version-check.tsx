import { compareVersions, session as endpoints, onManifest } from '@kinora/core'
import { useKinora, useTexts, useToasts } from '@kinora/react'
import { useEffect } from 'react'

/** Milliseconds between the alert and the reload. */
const RELOAD_DELAY = 3000

/** SESS-01 to SESS-05: a newer version than the stored one is announced, then the page reloads. */
export function VersionCheck() {
  const { session, store } = useKinora()
  const { text } = useTexts()
  const toasts = useToasts()
  useEffect(() => {
    session
      .send(endpoints.manifest, {})
      .then(manifest => {
        if (onManifest(store, manifest.version, compareVersions) === 'nothing') return
        toasts.show({ text: text('session.newVersion'), tone: 'info' })
        setTimeout(() => window.location.reload(), RELOAD_DELAY)
      })
      .catch(() => undefined)
  }, [session, store, text, toasts])
  return null
}
