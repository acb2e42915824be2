/** What was wrong with a file, as a route of `officeUpload` answers it. */
export type UploadFault = { readonly code: string; readonly values: Readonly<Record<string, string | number>> }

/** Sends a form with a file by script, telling how much of it is sent, from 0 to 1. */
export function sendFile(
  action: string,
  entries: FormData,
  onProgress: (share: number) => void,
): Promise<{ location: string } | UploadFault> {
  const offline = { code: 'offline', values: {} }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', action)
    request.setRequestHeader('Accept', 'application/json')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onProgress(1)
    request.onload = () => resolve(request.response ?? offline)
    request.onerror = () => resolve(offline)
    request.ontimeout = () => resolve(offline)
    request.send(entries)
  })
}
