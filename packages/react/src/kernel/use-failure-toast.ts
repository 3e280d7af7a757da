import type { KinoraError } from '@kinora/core'
import { useEffect, useRef } from 'react'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useTexts } from './message.ts'

/** C-100: how long the failure of a save is said, in ms. */
const REFUSED_BY_RULES = 1500
const REFUSED_BY_SERVER = 3000

/**
 * PROV-10, CHAN-15: says beside the fields that a save has failed. `attempt` goes up with every failure; `refused` is what the
 * server said last, another one for every refusal.
 */
export function useFailureToast(attempt: number, refused: KinoraError | null): void {
  const { show } = useToasts()
  const { text } = useTexts()
  const seen = useRef({ attempt, refused })
  useEffect(() => {
    const before = seen.current
    seen.current = { attempt, refused }
    if (attempt <= before.attempt) return
    const byServer = refused !== before.refused
    const isOurs = byServer && refused !== null && refused.status >= 400 && refused.status < 500
    show({
      text: text(byServer && !isOurs ? 'error.500' : 'error.601'),
      tone: 'negative',
      duration: byServer ? REFUSED_BY_SERVER : REFUSED_BY_RULES,
    })
  }, [attempt, refused, show, text])
}
