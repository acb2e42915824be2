/** Sends the choice of a language and reads the page anew by its address, so that going back repeats nothing. */
export function followLanguage(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('header form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const sent = fetch(location.href, { method: 'POST', body: new FormData(form, event.submitter) })
      void sent.finally(() => location.reload())
    })
}
