// Ctrl+S and Ctrl+Enter press the button that saves the page's form.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || !["s", "Enter"].includes(event.key) || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const button = document.querySelector("[data-save]");
  if (!button || document.querySelector("dialog:modal")) return;
  event.preventDefault();
  button.click();
});
