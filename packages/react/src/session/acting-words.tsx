import { accountTexts } from '@kinora/core'
import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora } from '../kernel/provider.tsx'
import { Button } from '../ui/button.tsx'
import type { ActingBannerProps } from './tenant-chooser.tsx'

/** The words and the way out, loaded for customer support alone. */
export function ActingWords({
  name,
  change,
}: Required<Pick<ActingBannerProps, 'change'>> & { name: string }) {
  const { text } = useTexts(accountTexts)
  const { session, queries } = useKinora()
  const words = text('ui.acting.text', { tenant: name })
  // A status is announced when it changes, not when it appears.
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(words), [words])
  const stop = () =>
    change(() => {
      session.chooseTenant(undefined)
      void queries.invalidateQueries()
    })
  return (
    <>
      <Building2 size={14} aria-hidden="true" />
      <p role="status">
        <bdi>{said}</bdi>
      </p>
      <Button size="compact" variant="quiet" onClick={stop}>
        {text('ui.acting.stop')}
      </Button>
    </>
  )
}
