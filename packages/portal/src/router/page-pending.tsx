import { Skeleton, useTexts } from '@kinora/react'
import { useEffect, useState } from 'react'

/** Milliseconds in which a page's script usually comes; nothing flickers meanwhile. */
const PATIENCE = 150

/** Stands in for a page whose script is on its way. */
export function PagePending() {
  const { text } = useTexts()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label={text('ui.loading')} aria-busy="true">
      {late ? <Skeleton width="220px" height={32} /> : null}
    </div>
  )
}
