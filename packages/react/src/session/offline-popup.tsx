import { useTexts } from '../kernel/message.ts'
import { useNetwork } from '../kernel/provider.tsx'
import { Banner } from '../ui/status/banner.tsx'

/** SESS-14: a warning while the browser is offline; it goes when the connection is back. */
export function OfflinePopup() {
  const { text } = useTexts()
  if (useNetwork() !== 'offline') return null
  return (
    <div className="kn-offline">
      <Banner tone="warning" role="alert">
        {text('session.offline')}
      </Banner>
    </div>
  )
}
