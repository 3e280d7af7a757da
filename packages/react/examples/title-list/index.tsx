import { createKinora, type KinoraOptions, KinoraRoot, TitleList } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** The list of titles in your page. `getToken` hands out the token of your own sign-in. */
export default function TitleListExample(options: KinoraOptions) {
  const [kinora] = useState(() => createKinora(options))
  return (
    <KinoraRoot kinora={kinora}>
      <TitleList titleHref={tag => `/titles/${tag}`} />
    </KinoraRoot>
  )
}
