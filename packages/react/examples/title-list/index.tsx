import {
  createKinora,
  type KinoraOptions,
  KinoraProvider,
  Root,
  TitleList,
  ToastProvider,
} from '@kinora/react'
import '@kinora/react/styles.css'
import { useEffect, useState } from 'react'

/** The list of titles in your page. `getToken` hands out the token of your own sign-in. */
export default function TitleListExample(options: KinoraOptions) {
  const [kinora] = useState(() => createKinora(options))
  const [ready, setReady] = useState(false)
  useEffect(() => void kinora.session.start().then(() => setReady(true)), [kinora])
  return (
    <KinoraProvider kinora={kinora}>
      <Root>
        <ToastProvider label="Messages" dismissLabel="Dismiss" duration={() => 3000}>
          {ready ? <TitleList titleHref={tag => `/titles/${tag}`} /> : null}
        </ToastProvider>
      </Root>
    </KinoraProvider>
  )
}
