import { BatchForm, BatchList, BatchView, createKinora, type KinoraOptions, KinoraRoot } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** Bulk uploads in your page: the list, a new one, and one that is followed to its end. `getToken` hands out the token of your own sign-in. */
export default function BatchesExample({ batchId, ...options }: KinoraOptions & { batchId?: string }) {
  const [kinora] = useState(() => createKinora(options))
  const [added, setAdded] = useState(batchId)
  return (
    <KinoraRoot kinora={kinora}>
      <BatchList batchHref={id => `/bulk/${id}`} />
      {added === undefined ? <BatchForm onAdded={setAdded} /> : <BatchView batchId={added} />}
    </KinoraRoot>
  )
}
